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

// npm starts a command through a shell and, when it is told to end, ends only that shell. What it started would live on
// as nobody's child: so a command ends itself, as if it had been told, when its parent has gone.
const PARENT_WATCH_MS = 500;
if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_WATCH_MS);
  watch.unref();
}
