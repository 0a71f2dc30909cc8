// `npm run register:verify`: follows the hash chain of every account's register of purchases, in the data folder or the
// DATABASE_URL given. Ends with 1 where a line is missing or changed, or where a head that `--heads FILE` names (a file that
// SFTP has given, or a mail) is none of the chain's.
import path from 'node:path'
import { Sentence, endWith, projectEnvironment, projectNode, projectRoot, run } from './process.mjs'
import { migrationEnvironment, readSettings } from './environment.mjs'
import { joinDataFolder } from './data-folder.mjs'

// npm changes to the project's folder; files are named from where it was called.
const callerFolder = process.env.INIT_CWD ?? process.cwd()

async function verifyRegister() {
  const settings = readSettings()
  if (settings.ownServer && !settings.ownServer.ownerUrl)
    throw new Sentence('Verifying the register needs DATABASE_OWNER_URL.')
  const database = settings.ownServer ?? (await joinDataFolder(settings.dataFolder))
  try {
    const env = projectEnvironment(migrationEnvironment(settings, database))
    const args = process.argv.slice(2).map((arg) => (arg.startsWith('-') ? arg : path.resolve(callerFolder, arg)))
    return await run(projectNode(), [path.join(projectRoot, 'api/db/verify-register.ts'), ...args], { env })
  } finally {
    await database.close?.()
  }
}

verifyRegister().then((code) => process.exit(code), endWith)
