import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { keyBytes } from './vault.ts'

/** Where the master key comes from: the environment, or a file of the data folder. */
export interface MasterKeyPlace {
  readonly masterKey: Buffer | null
  readonly dataDir: string
}

/** The key's file in the data folder, beside the passwords of the embedded database: a backup of it holds both. */
export const masterKeyFile = path.join('secrets', 'master.key')

/**
 * The master key of the installation. Where the environment has none it is the one in the data folder, made there at
 * the first start, readable for its owner alone. Without it nobody reads the secrets again, so a file that is damaged
 * ends the start and is never replaced.
 */
export function readMasterKey({ masterKey, dataDir }: MasterKeyPlace): Buffer {
  if (masterKey !== null) return masterKey
  const file = path.join(dataDir, masterKeyFile)
  const key = Buffer.from(existing(file) ?? make(file), 'base64')
  if (key.length !== keyBytes) throw new Error(`${file} holds no master key`)
  return key
}

function existing(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

// Written whole under another name first: of two processes that start together one links its key, both read that one.
function make(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    chmodSync(draft, 0o600)
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}
