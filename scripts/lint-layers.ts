import { findCircles } from './circles.ts';
import { checkLayers, LAYERS } from './layers.ts';
import { PROJECT } from './project.ts';

const HOUSES = ['shared', 'server', 'electron', 'renderer', 'scripts', 'bench', 'tests'];

const problems = [...checkLayers(PROJECT), ...findCircles(PROJECT, HOUSES)];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) {
  process.stderr.write(`${problems.length} problem(s) with the layers. See docs/architecture.md.\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`Layers hold, without a circle: ${LAYERS.map(({ folder }) => folder).join(', ')}.\n`);
}
