import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockHolder, takeLock } from './data-folder-lock.mjs'
import { projectNode, projectRoot, startTimeOf } from './process.mjs'

describe('the lock of a data folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'reprise-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is taken once while its process lives', () => {
    const first = takeLock(folder)
    expect(takeLock(folder).holder?.pid).toBe(process.pid)
    first.release?.()
    expect(takeLock(folder).holder).toBeUndefined()
  })

  it('does not count when its process is gone', () => {
    const gone = { pid: 2 ** 22 + 1, startTime: 'once' }
    writeFileSync(path.join(folder, 'reprise.lock'), JSON.stringify(gone))
    expect(lockHolder(folder)).toBeUndefined()
    expect(takeLock(folder).holder).toBeUndefined()
  })

  it('does not count when another process has been given the number since', () => {
    writeFileSync(path.join(folder, 'reprise.lock'), JSON.stringify({ pid: process.pid, startTime: 'another time' }))
    expect(takeLock(folder).holder).toBeUndefined()
    expect(lockHolder(folder)?.startTime).toBe(startTimeOf(process.pid))
  })

  it('does not count when it is half written', () => {
    writeFileSync(path.join(folder, 'reprise.lock'), '{"pid":')
    expect(takeLock(folder).holder).toBeUndefined()
  })

  it('goes to one of eight processes that find the same dead lock at once', { tags: ['slow'] }, async () => {
    writeFileSync(path.join(folder, 'reprise.lock'), JSON.stringify({ pid: 2 ** 22 + 1, startTime: 'once' }))
    const script = `
      import { takeLock } from ${JSON.stringify(path.join(projectRoot, 'scripts', 'data-folder-lock.mjs'))}
      process.stdout.write(takeLock(${JSON.stringify(folder)}).holder ? 'held' : 'taken')
      setTimeout(() => undefined, 3000)`
    const children = Array.from({ length: 8 }, () =>
      spawn(projectNode(), ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] }),
    )
    const answers = await Promise.all(
      children.map(
        (child) => new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data)))),
      ),
    )
    for (const child of children) child.kill('SIGKILL')
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1)
  })
})
