import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { isAlive, projectNode, projectRoot, waitUntil } from './process.mjs'

const guard = path.join(projectRoot, 'scripts', 'guarded-run.mjs')

// A script as `npm test` is one: it has a child in a session of its own, as a database server is, and temporary files.
const script = `
  import { spawn } from 'node:child_process'
  import { mkdtempSync } from 'node:fs'
  import { tmpdir } from 'node:os'
  import path from 'node:path'
  import { guardRun } from ${JSON.stringify(guard)}
  guardRun({ ownFolders: true })
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
  console.log(JSON.stringify({ pid: child.pid, files: mkdtempSync(path.join(tmpdir(), 'files-')) }))
  setInterval(() => undefined, 1000)
`

async function begin() {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('REPRISE_')))
  const child = spawn(projectNode(), ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment,
  })
  const line = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))))
  return { child, ...(JSON.parse(line) as { pid: number; files: string }) }
}

for (const signal of ['SIGKILL', 'SIGTERM'] as const)
  it.runIf(process.platform === 'linux')(
    `leaves no process and no temporary file of a script that ${signal} ends`,
    { tags: ['slow'] },
    async () => {
      const { child, pid, files } = await begin()
      expect([isAlive(pid), existsSync(files)]).toEqual([true, true])
      await wait(200)
      child.kill(signal)
      expect(await waitUntil(() => !isAlive(pid), 15_000)).toBe(true)
      expect(await waitUntil(() => !existsSync(path.dirname(files)), 15_000)).toBe(true)
    },
  )
