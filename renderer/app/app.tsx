import { toRole } from '#shared/access/roles.ts';
import { OPEN_PATH } from '#shared/window/record-links.ts';
import { useEffect, type ReactNode } from 'react';
import { createBrowserRouter, Navigate, RouterProvider, useLocation } from 'react-router-dom';
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx';
import { useSession } from '../stores/session.ts';
import { redirectFrom, toRoutePath } from './guards.ts';
import { ConnectionBanner } from './layout/connection-banner.tsx';
import { Layout } from './layout/layout.tsx';
import { Starting } from './layout/starting.tsx';
import { Providers } from './providers.tsx';
import { OpenRecord } from './window/open-record.tsx';
import { forgetWanted, keepWanted, useWanted } from './window/wanted-address.ts';
import { WindowHost } from './window/window-host.tsx';

// Which screens there are stands in shared/access/routes.ts; this router only knows how to ask before Back is taken.
const router = createBrowserRouter([{ path: '*', Component: Page }]);

export function App(): ReactNode {
  return (
    <Providers>
      <ConnectionBanner />
      <RouterProvider router={router} />
      <WindowHost go={go} />
    </Providers>
  );
}

/** Goes there from wherever one is; a link to a record that is not here leads back. */
function go(address: string): void {
  const { pathname, search } = router.state.location;
  const isOnTheWay = isOpenPath(pathname) || pathname === '/login';
  void router.navigate(address, isOnTheWay ? {} : { state: { from: `${pathname}${search}` } });
}

const isOpenPath = (path: string): boolean => path.startsWith(`${OPEN_PATH}/`);

/** A link waits for the sign-in. Otherwise that leads to the dashboard, whatever the window showed before (section 4). */
function SignInFirst({ address }: { address: string }): ReactNode {
  useEffect(() => keepWanted(address), [address]);
  return <Navigate to="/login" replace />;
}

/** One page at a time: sign-in, or the layout with the screen of the address. */
function Page(): ReactNode {
  const location = useLocation();
  const path = toRoutePath(location.pathname);
  const wanted = useWanted((state) => state.address);
  const known = useSession((session) => session.known);
  const user = useSession((session) => session.user);

  // Once whoever signed in is under way to it, or elsewhere.
  const hasArrived = user !== null && path !== '/login';
  useEffect(() => {
    if (hasArrived) forgetWanted();
  }, [hasArrived]);

  // Nobody is sent to sign in before the desk has said that nobody is signed in.
  if (!known) return <Starting />;
  if (user && isOpenPath(path)) return <OpenRecord key={path} path={path} />;
  if (user && wanted !== null && path === '/login') return <Navigate to={wanted} replace />;
  if (!user && isOpenPath(path)) return <SignInFirst address={`${path}${location.search}`} />;
  const redirect = redirectFrom(path, user ? toRole(user.role) : null);
  // With the path as its key it leads on from each address, also where one comes while it leads on from another.
  if (redirect) return <Navigate key={path} to={redirect} replace />;
  // Whatever one user has open is not there for the next.
  return user ? <Layout key={user._id} path={path} /> : <SignInScreen />;
}
