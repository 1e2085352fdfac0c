import { toRole } from '#shared/access/roles.ts';
import type { ReactNode } from 'react';
import { createBrowserRouter, Navigate, RouterProvider, useLocation } from 'react-router-dom';
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx';
import { useSession } from '../stores/session.ts';
import { redirectFrom, toRoutePath } from './guards.ts';
import { ConnectionBanner } from './layout/connection-banner.tsx';
import { Layout } from './layout/layout.tsx';
import { Starting } from './layout/starting.tsx';
import { Providers } from './providers.tsx';

// Which screens there are stands in shared/access/routes.ts; this router only knows how to ask before Back is taken.
const router = createBrowserRouter([{ path: '*', Component: Page }]);

export function App(): ReactNode {
  return (
    <Providers>
      <ConnectionBanner />
      <RouterProvider router={router} />
    </Providers>
  );
}

/** One page at a time: sign-in, or the layout with the screen of the address. */
function Page(): ReactNode {
  const path = toRoutePath(useLocation().pathname);
  const known = useSession((session) => session.known);
  const user = useSession((session) => session.user);

  // Nobody is sent to sign in before the desk has said that nobody is signed in.
  if (!known) return <Starting />;
  const redirect = redirectFrom(path, user ? toRole(user.role) : null);
  // With the path as its key it leads on from each address, also where one comes while it leads on from another.
  if (redirect) return <Navigate key={path} to={redirect} replace />;
  return user ? <Layout path={path} /> : <SignInScreen />;
}
