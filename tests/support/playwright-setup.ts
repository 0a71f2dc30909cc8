import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { prepareSignInScript } from './in-page-script.ts'
import { startTestPostgres } from './postgres.ts'

/** Playwright's global setup: one database server for the run, ended with it, and the scripts that tests put into pages. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-scripts-'))
  const [end] = await Promise.all([startTestPostgres({ inMemory: true }), prepareSignInScript(folder)])
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await end()
  }
}
