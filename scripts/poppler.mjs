// Poppler's pdftoppm draws the pages of a PDF; `npm run pictures` keeps the papers of the tests with it.
import { spawnSync } from 'node:child_process'

/** What is said where papers cannot be drawn. */
export const popplerMissing =
  'pdftoppm is missing, so that no pictures of papers are kept, only of screens. It comes with Poppler: ' +
  'apt-get install poppler-utils (Debian), brew install poppler (macOS).'

/** Whether papers can be drawn on this machine. */
export function hasPoppler() {
  return spawnSync('pdftoppm', ['-v'], { stdio: 'ignore' }).error === undefined
}
