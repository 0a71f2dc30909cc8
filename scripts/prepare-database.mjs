// Makes the three roles and the application's database on a server where we are superuser.
// reprise_owner owns the database and its tables; reprise_app and reprise_admin log in for the application, own
// nothing and cannot pass row-level security. The migrations grant to them.
import pg from 'pg'

export const roles = { owner: 'reprise_owner', app: 'reprise_app', admin: 'reprise_admin' }
export const extensions = ['pg_trgm', 'unaccent', 'btree_gin']

export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Roles exist with the passwords given; running it again changes nothing but the passwords. */
export async function prepareRoles(client, passwords) {
  for (const [kind, role] of Object.entries(roles)) {
    const known = await client.query('select 1 from pg_roles where rolname = $1', [role])
    if (known.rowCount === 0) await client.query(`create role ${role}`)
    const attributes = `login nosuperuser nocreaterole nobypassrls noreplication ${kind === 'owner' ? 'createdb' : 'nocreatedb'}`
    await client.query(`alter role ${role} ${attributes} password ${client.escapeLiteral(passwords(role))}`)
  }
}

/** The database exists, owned by reprise_owner, closed to everyone else, with the extensions in place. */
export async function prepareDatabase(superuserUrl, name) {
  await withClient(superuserUrl('postgres'), async (client) => {
    const known = await client.query('select 1 from pg_database where datname = $1', [name])
    if (known.rowCount === 0) {
      await client.query(`create database ${client.escapeIdentifier(name)} template template0 owner ${roles.owner}`)
    }
    await client.query(`revoke all on database ${client.escapeIdentifier(name)} from public`)
    await client.query(`grant connect on database ${client.escapeIdentifier(name)} to ${roles.app}, ${roles.admin}`)
  })
  await withClient(superuserUrl(name), async (client) => {
    await client.query(`alter schema public owner to ${roles.owner}`)
    for (const extension of extensions) await client.query(`create extension if not exists ${extension}`)
  })
}
