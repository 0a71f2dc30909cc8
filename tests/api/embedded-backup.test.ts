// @module-tag slow
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDataFolder } from '../../scripts/data-folder.mjs'
import { withClient } from '../../scripts/prepare-database.mjs'
import { projectEnvironment, projectNode, projectRoot } from '../../scripts/process.mjs'

const run = promisify(execFile)

// It brings PostgreSQL servers of its own; once a run is enough.
describe.skipIf(process.env.TEST_POSTGRES_BIN)('backup of the embedded database', { timeout: 180_000 }, () => {
  let home: string
  let source: string
  let target: string
  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'reprise-embedded-backup-'))
    chmodSync(home, 0o755)
    source = path.join(home, 'source')
    target = path.join(home, 'target')
    await script('demo', source, '--items', '60')
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('saves a folder in use, while it is written to, as it was at the end of the backup or later', async () => {
    const file = path.join(home, 'one.backup')
    const server = await openDataFolder(source)
    let written = 0
    const before = await withClient(server.superuserUrl, async (client: pg.Client) => {
      await client.query('create table scan (n int primary key)')
      for (; written < 200; written++) await client.query('insert into scan values ($1)', [written])
      let saving = true
      const saved = script('backup', source, file).finally(() => (saving = false))
      for (; saving; written++) await client.query('insert into scan values ($1)', [written])
      expect(await saved).toContain('Saved')
      return stateOf(client)
    })
    await server.close()
    expect(statSync(file).mode & 0o777).toBe(0o600)

    expect(await script('restore', target, file)).toContain('raised the sync epoch')
    const restored = await openDataFolder(target)
    await withClient(restored.superuserUrl, async (client: pg.Client) => {
      const after = await stateOf(client)
      expect(after.items).toBe(before.items)
      expect(after.epoch).not.toBe(before.epoch)
      const { rows } = await client.query<{ count: number; last: number }>(
        'select count(*)::int as count, max(n) as last from scan',
      )
      // Everything that was written before the backup began, and of the rest no hole.
      expect(rows[0]!.count).toBe(rows[0]!.last + 1)
      expect(rows[0]!.count).toBeGreaterThanOrEqual(200)
      expect(rows[0]!.count).toBeLessThanOrEqual(written)
    })
    // The application's own login works with the passwords that came along.
    await withClient(restored.appUrl, (client: pg.Client) => client.query('select 1'))
    await restored.close()
  })

  it('refuses what would overwrite something, and leaves nothing of a file that is no backup', async () => {
    const rubbish = path.join(home, 'rubbish')
    writeFileSync(rubbish, 'no backup at all')
    const empty = path.join(home, 'empty')
    await expect(script('restore', empty, rubbish)).rejects.toThrow(/is no whole backup of Reprise/)
    expect(readdirSync(empty)).toEqual([])
    await expect(script('restore', source, path.join(home, 'one.backup'))).rejects.toThrow(/is not empty/)
    await expect(script('backup', source, rubbish)).rejects.toThrow(/exists already/)
    await expect(script('backup', empty, path.join(home, 'two.backup'))).rejects.toThrow(/nothing to save/)
    expect(existsSync(path.join(home, 'two.backup'))).toBe(false)
  })
})

async function stateOf(client: pg.Client): Promise<{ readonly items: number; readonly epoch: string }> {
  const { rows } = await client.query<{ items: number; epoch: string }>(
    'select (select count(*)::int from item) as items, current_sync_epoch()::text as epoch',
  )
  return rows[0]!
}

/** Runs one of the commands on a data folder; answers what it printed, and throws it where the command failed. */
async function script(name: string, folder: string, ...args: readonly string[]): Promise<string> {
  const command = [path.join(projectRoot, 'scripts', `${name}.mjs`), ...args]
  const env = projectEnvironment({ DATA_DIR: folder, DATABASE_URL: '', DATABASE_OWNER_URL: '' })
  try {
    return (await run(projectNode(), command, { env })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
    throw new Error(`${stdout}${stderr}`)
  }
}
