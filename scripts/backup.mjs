// `npm run backup -- FILE`: one file with everything of the embedded database, while the app runs or not.
// The server's own way (PostgreSQL manual, «Making a Base Backup Using the Low Level API»): it says where the backup
// begins, the files are copied as they are, and the journal written in the meantime goes with them.
import { spawn } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { joinDataFolder } from './data-folder.mjs'
import { readSettings } from './environment.mjs'
import { withClient } from './prepare-database.mjs'
import { Sentence, endWith, say } from './process.mjs'

// Files that a running server creates again at its start, and the journal, which is copied last.
const leftOut = ['postmaster.pid', 'postmaster.opts', 'pg_wal/*', 'pg_replslot/*', 'pg_dynshmem/*', 'pg_notify/*']

async function backup() {
  const [target] = process.argv.slice(2)
  if (!target) throw new Sentence('Say where the backup goes: npm run backup -- FILE')
  const settings = readSettings()
  if (settings.ownServer) throw new Sentence('This server is your own: docker/backup.sh saves it (docs/operate.md).')
  const folder = settings.dataFolder
  if (!existsSync(path.join(folder, 'postgres', 'PG_VERSION')))
    throw new Sentence(`There is no database in ${folder} yet, so there is nothing to save.`)
  const file = path.resolve(target)
  if (existsSync(file)) throw new Sentence(`${file} exists already. Choose another name.`)
  mkdirSync(path.dirname(file), { recursive: true })
  const work = mkdtempSync(path.join(path.dirname(file), '.reprise-backup-'))
  const database = await joinDataFolder(folder)
  try {
    const archive = path.join(work, 'backup.tar')
    await withClient(database.superuserUrl, (client) => copy(client, folder, work, archive))
    const draft = path.join(work, 'backup.tar.gz')
    await pipeline(createReadStream(archive), createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }))
    renameSync(draft, file)
  } finally {
    await database.close()
    rmSync(work, { recursive: true, force: true })
  }
  say(`Saved ${folder} to ${file} (${statSync(file).size} bytes). It holds the passwords of the database, too.`)
}

async function copy(client, folder, work, archive) {
  // Keeps the journal from being recycled until this session ends.
  await client.query(`select pg_create_physical_replication_slot('reprise_backup', true, true)`)
  await client.query(`select pg_backup_start('reprise', true)`)
  const excluded = leftOut.map((name) => `--exclude=postgres/${name}`)
  await tar([...excluded, '-cf', archive, '-C', folder, 'postgres', 'secrets'])
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  mkdirSync(path.join(work, 'postgres'))
  writeFileSync(path.join(work, 'postgres', 'backup_label'), rows[0].labelfile, { mode: 0o600 })
  await tar(['-rf', archive, '-C', work, 'postgres/backup_label'])
  await tar(['-rf', archive, '-C', folder, 'postgres/pg_wal'])
}

// A file that changes or goes while it is read is mended by the journal; tar says 1 then.
function tar(args) {
  return new Promise((resolve, reject) => {
    const child = spawn('tar', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let words = ''
    child.stderr.on('data', (chunk) => (words += chunk))
    child.once('error', () => reject(new Sentence('There is no tar on this machine, which packs the backup.')))
    child.once('close', (code) =>
      code === 0 || code === 1 ? resolve() : reject(new Sentence(`The files could not be read:\n${words.trim()}`)),
    )
  })
}

backup().then(() => process.exit(0), endWith)
