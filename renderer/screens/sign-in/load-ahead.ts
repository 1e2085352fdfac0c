/** Loads what comes after the sign-in, once the page has nothing else to do: it is there when the password is typed. */
export function loadAhead(): () => void {
  const idle = requestIdleCallback(() => {
    const parts = [
      import('../dashboard/dashboard-screen.tsx'),
      import('../../components/list-screen/list-screen.tsx'),
    ];
    // Whoever opens them is told what is wrong with them.
    void Promise.allSettled(parts);
  });
  return () => cancelIdleCallback(idle);
}
