import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** Whether each fuse of an executable is on. */
export async function fusesOf(executable: string): Promise<Record<string, boolean>> {
  const wire = await getCurrentFuseWire(executable);
  // In the executable a fuse is one character: 1 is on, 0 is off.
  const isOn = (fuse: FuseV1Options): boolean => Number(wire[fuse]) === '1'.charCodeAt(0);
  return {
    runAsNode: isOn(FuseV1Options.RunAsNode),
    cookieEncryption: isOn(FuseV1Options.EnableCookieEncryption),
    nodeOptions: isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    inspect: isOn(FuseV1Options.EnableNodeCliInspectArguments),
    asarIntegrity: isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    onlyFromAsar: isOn(FuseV1Options.OnlyLoadAppFromAsar),
    browserSnapshot: isOn(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
    fileProtocolPrivileges: isOn(FuseV1Options.GrantFileProtocolExtraPrivileges),
  };
}

/** As the release has them. */
export const RELEASE_FUSES = {
  runAsNode: false,
  cookieEncryption: true,
  nodeOptions: false,
  inspect: false,
  asarIntegrity: true,
  onlyFromAsar: true,
  browserSnapshot: false,
  fileProtocolPrivileges: false,
};
