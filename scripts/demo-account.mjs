// What the start scripts know of the demo account: whether it is there, and who can sign in.
import { withClient } from './prepare-database.mjs'

const userTypes = [
  'super_admin',
  'admin',
  'root_management_unit_manager',
  'root_management_unit_analyst',
  'management_unit_manager',
  'management_unit_analyst',
  'store_manager',
  'store_seller',
  'buyer_manager',
  'warehouse_manager',
  'warehouse_operator',
]

export const demoPassword = 'Reprise-2026'

export function demoSignIns() {
  const hint = (type) => (type.endsWith('admin') ? ' (the platform: open Maison Rivoli from its dashboard)' : '')
  return [
    `Demo sign-ins (password ${demoPassword}):`,
    ...userTypes.map((type) => `  ${type}@demo.example${hint(type)}`),
  ]
}

// Asked as superuser, from whom row-level security hides nothing.
function hasAccounts(superuserUrl) {
  return withClient(superuserUrl, (client) => anyRow(client, accountTable, 'true'))
}

/** Whether a start loads the demo: into an empty embedded database unless it is to stay so, else only when asked. */
export async function isDemoWanted({ ownServer, demo, empty }, { superuserUrl }) {
  return demo || (!ownServer && !empty && !(await hasAccounts(superuserUrl)))
}

/** Whether the demo's users can sign in, as far as is known: a server of one's own is not looked into. */
export async function isDemoThere({ ownServer, demo }, { superuserUrl }) {
  return ownServer ? demo : hasDemoUsers(superuserUrl)
}

function hasDemoUsers(superuserUrl) {
  return withClient(superuserUrl, (client) => anyRow(client, userTable, `email like '%@demo.example'`))
}

const accountTable = 'account'
const userTable = 'user_account'

async function anyRow(client, table, condition) {
  const found = await client.query(`select exists (select 1 from ${table} where ${condition}) as found`)
  return found.rows[0].found
}
