// `npm run restore -- FILE`: puts a backup of the embedded database back, into a data folder that has none.
// The sync epoch is raised: devices fetch their base again and push once more what the backup does not know.
import { spawn } from 'node:child_process'
import { createReadStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { demandUnheld, openDataFolder } from './data-folder.mjs'
import { readSettings } from './environment.mjs'
import { withClient } from './prepare-database.mjs'
import { Sentence, endWith, say } from './process.mjs'

const parts = ['secrets', 'postgres']

async function restore() {
  const [source] = process.argv.slice(2)
  if (!source) throw new Sentence('Say which backup: npm run restore -- FILE')
  const file = path.resolve(source)
  if (!existsSync(file)) throw new Sentence(`There is no file ${file}.`)
  const settings = readSettings()
  if (settings.ownServer) throw new Sentence('This server is your own: docker/restore.sh fills it (docs/operate.md).')
  const folder = settings.dataFolder
  demandUnheld(folder)
  const held = parts.find((part) => existsSync(path.join(folder, part)))
  if (held)
    throw new Sentence(
      `The data folder ${folder} is not empty. Restore into another: DATA_DIR=/another/folder npm run restore -- FILE`,
    )
  mkdirSync(folder, { recursive: true })
  await unpack(file, folder)
  const database = await openDataFolder(folder)
  try {
    await withClient(database.superuserUrl, async (client) => {
      await client.query('select raise_sync_epoch()')
      await client.query('analyze')
    })
  } finally {
    await database.close()
  }
  say(`Restored ${file} into ${folder} and raised the sync epoch. npm start goes on from there.`)
}

// Unpacked aside and moved when whole: a file that is no backup leaves nothing behind.
async function unpack(file, folder) {
  const work = mkdtempSync(path.join(folder, 'restore-'))
  try {
    await extract(file, work)
    const whole = ['secrets', 'postgres/PG_VERSION', 'postgres/backup_label']
    if (!whole.every((name) => existsSync(path.join(work, name)))) throw new Error('incomplete')
    for (const part of parts) renameSync(path.join(work, part), path.join(folder, part))
  } catch {
    throw new Sentence(`${file} is no whole backup of Reprise. Nothing was changed.`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

async function extract(file, work) {
  const child = spawn('tar', ['-xf', '-', '-C', work], { stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with ${code}`))))
  })
  const [sent, unpacked] = await Promise.allSettled([
    pipeline(createReadStream(file), createGunzip(), child.stdin),
    ended,
  ])
  if (unpacked.status === 'rejected') throw unpacked.reason
  // tar stops reading at the end mark, before the zeros that fill the last record; what it has said counts then.
  const isEndOnly = sent.status === 'rejected' && ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(sent.reason?.code)
  if (sent.status === 'rejected' && !isEndOnly) throw sent.reason
}

restore().then(() => process.exit(0), endWith)
