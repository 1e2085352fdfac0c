import './app/strict-csp.ts';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { start } from './app/start.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

start();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
