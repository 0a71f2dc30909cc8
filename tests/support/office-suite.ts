import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const program = ['/usr/bin/soffice', '/usr/lib/libreoffice/program/soffice'].find((one) => existsSync(one))

/** Whether LibreOffice is installed here. */
export const hasOfficeSuite = program !== undefined

/** What a file becomes when LibreOffice opens it and saves it in a format, as a person does. */
export async function savedByOfficeSuite(
  file: Uint8Array,
  from: 'csv' | 'xlsx',
  to: 'csv' | 'xlsx',
): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reprise-office-'))
  try {
    const given = path.join(folder, `given.${from}`)
    await writeFile(given, file)
    // Of a text: semicolons (59), double quotes (34), UTF-8 (76).
    const reads = from === 'csv' ? ['--infilter=CSV:59,34,76'] : []
    const writes = to === 'csv' ? 'csv:Text - txt - csv (StarCalc):59,34,76' : 'xlsx'
    await promisify(execFile)(program!, [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      ...reads,
      '--convert-to',
      writes,
      '--outdir',
      path.join(folder, 'saved'),
      given,
    ])
    return new Uint8Array(await readFile(path.join(folder, 'saved', `given.${to}`)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
