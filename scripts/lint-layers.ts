import { checkLayers, LAYERS } from './layers.ts';
import { PROJECT } from './project.ts';

const problems = checkLayers(PROJECT);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) {
  process.stderr.write(`${problems.length} import(s) against the layers. See docs/architecture.md.\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`Layers hold: ${LAYERS.map(({ folder }) => folder).join(', ')}.\n`);
}
