/** Settings for developers' other programs, and what they would do here. */
const FOREIGN = [
  // Passwords and records would go to any server, whatever certificate it shows.
  'NODE_TLS_REJECT_UNAUTHORIZED',
  // The libraries of the server would write every statement with its values to the standard error.
  'DEBUG',
];

/** Takes out of the environment what does not count here; the desk's process and the server's inherit it. */
export function forgetForeignSettings(environment: NodeJS.ProcessEnv): void {
  for (const name of FOREIGN) delete environment[name];
}
