import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SERVER_ENGINE_FLAGS } from '../electron/engine-flags.ts';
import { PROJECT } from './project.ts';

it('the server is started with the same flags of the engine by npm, as a service and in a container', () => {
  const flags = SERVER_ENGINE_FLAGS.join(' ');
  const textOf = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  expect(scripts['server']).toMatch(new RegExp(`^node ${flags} .*server/main\\.ts$`));
  expect(textOf('deploy/placement-desk.service')).toContain(`/usr/bin/node ${flags} server/main.ts`);
  const quoted = SERVER_ENGINE_FLAGS.map((flag) => `"${flag}"`).join(', ');
  expect(textOf('deploy/Dockerfile')).toContain(`CMD ["node", ${quoted}, "server/main.ts"]`);
});
