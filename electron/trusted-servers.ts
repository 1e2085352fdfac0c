/**
 * Takes a setting out of the environment that is there for developers' other programs: with it the desk, whose process
 * inherits the environment, would give passwords and records to any server whatever certificate it shows.
 */
export function trustNoUnknownServer(environment: NodeJS.ProcessEnv): void {
  delete environment['NODE_TLS_REJECT_UNAUTHORIZED'];
}
