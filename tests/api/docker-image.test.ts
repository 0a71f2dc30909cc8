// @module-tag slow
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { projectEnvironment, projectNode, projectRoot } from '../../scripts/process.mjs'
import { startApi } from '#tests/support/api-process.ts'
import { createDatabase } from '#tests/support/postgres.ts'

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8')
const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** What the stages of the image copy from the project, in their order. */
function stages(): readonly (readonly string[])[] {
  return read('docker/Dockerfile')
    .split(/^FROM /m)
    .slice(1)
    .map((stage) =>
      [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' ')),
    )
}

/** A folder with those files, as far as `.dockerignore` lets them through. */
function contextOf(sources: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-image-'))
  folders.push(folder)
  const letThrough = read('.dockerignore').split('\n')
  for (const source of sources) {
    const isLetThrough = letThrough.some((line) => line === `!${source}` || source.startsWith(`${line.slice(1)}/`))
    expect(isLetThrough, `${source} in .dockerignore`).toBe(true)
    cpSync(path.join(projectRoot, source), path.join(folder, source), {
      recursive: true,
      filter: (file) => !/\.test\.tsx?$/.test(file),
    })
  }
  return folder
}

/** Packages of the production installation alone, linked to those of the project. */
function linkProductionPackages(folder: string): void {
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { readonly dev?: boolean }> }
  for (const [place, { dev }] of Object.entries(lock.packages)) {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place) ?? []
    if (name === undefined || dev === true || !existsSync(path.join(projectRoot, place))) continue
    mkdirSync(path.dirname(path.join(folder, place)), { recursive: true })
    symlinkSync(path.join(projectRoot, place), path.join(folder, place))
  }
}

// What it shows is the image's files; its statements are those of other tests.
describe.skipIf(process.env.TEST_POSTGRES_BIN)('the image', { timeout: 180_000 }, () => {
  it('has every file that the app is built from, and serves it with production packages alone', async () => {
    const [build, , served] = stages()
    const building = contextOf(build!)
    symlinkSync(path.join(projectRoot, 'node_modules'), path.join(building, 'node_modules'))
    const built = spawnSync(projectNode(), ['scripts/build.mjs'], {
      cwd: building,
      env: projectEnvironment({}),
      encoding: 'utf8',
    })
    expect([built.status, built.status === 0 ? '' : built.stderr]).toEqual([0, ''])

    const serving = contextOf(served!)
    linkProductionPackages(serving)
    cpSync(path.join(building, 'dist'), path.join(serving, 'dist'), { recursive: true })
    const api = await startApi(await createDatabase(), { folder: serving, environment: { NODE_ENV: 'production' } })
    try {
      expect((await fetch(`${api.url}/api/health`)).status).toBe(200)
      const page = await fetch(`${api.url}/login`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('early-keys.js')])
    } finally {
      await api.stop()
    }
  })
})
