import { config } from 'zod';

// Zod compiles its parsers with `new Function`, which the content security policy forbids: said before any schema
// is made, which is why this is the first import of main.tsx.
config({ jitless: true });
