import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectNode, projectRoot, waitUntil } from '../../scripts/process.mjs'

const script = path.join(projectRoot, 'scripts', 'start.mjs')

/** An `npm start` that runs. */
export interface Run {
  readonly child: ChildProcess
  output(): string
  ended(): Promise<number | null>
}

/** How `npm start` is run. */
export interface How {
  readonly environment?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
}

/** Runs `npm start` on a data folder. */
export function begin(folder: string, port: number, { environment, args = [] }: How = {}): Run {
  const child = spawn(projectNode(), [script, ...args], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, PORT: String(port), ...environment },
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (written += String(data)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return { child, output: () => written, ended: () => ended }
}

/** Waits until it serves; ends it where it does not. */
export async function ready(run: Run): Promise<void> {
  const good = await waitUntil(() => run.output().includes('Reprise is ready') || run.child.exitCode !== null, 120_000)
  if (good && run.child.exitCode === null) return
  // Else the next test would find its port and its folder taken.
  run.child.kill('SIGKILL')
  throw new Error(`npm start did not become ready; it wrote:\n${run.output()}`)
}

/** The process of its PostgreSQL. */
export function postmaster(folder: string): number {
  return Number(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}
