// Loaded before every command (`node --import ./scripts/preflight.mjs …`). Plain JavaScript, since what it looks for
// is a Node that is too old for anything else here.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `This is Node ${process.versions.node}; Employee Management System needs Node 22.18 or newer. ` +
      'Run it through npm ("npm start"), which brings its own, or install a current Node from nodejs.org.',
  );
  process.exit(1);
}
