import { importLimits } from '#domain/organization/user-import.ts'
import type { NewUser } from '#domain/organization/user.schema.ts'
import { checkUserFileCall, importUsersCall, type CheckedUserFile, type ImportResult } from '#sync/calls/user-import.ts'
import { readUserWorkbookCall } from '#sync/calls/list-workbook.ts'
import type { Http } from '#web/lib/http.ts'
import { readListFile } from '#web/lib/read-list-file.ts'
import { checkReadable } from '#web/staff/ui/form/chosen-file.ts'

/** What a file would do; one that is too long is refused without sending it. */
export async function checkFile(
  http: Http,
  file: File,
): Promise<CheckedUserFile | 'USER_FILE_TOO_LONG' | 'USER_FILE_UNREADABLE'> {
  // A character takes at most four bytes.
  if (file.size > 4 * importLimits.characters) return 'USER_FILE_TOO_LONG'
  await checkReadable(file)
  const csv = await readListFile(http, readUserWorkbookCall, file)
  if (csv === null) return 'USER_FILE_UNREADABLE'
  if (csv.length > importLimits.characters) return 'USER_FILE_TOO_LONG'
  return http(checkUserFileCall, { body: { csv } })
}

/** Sends users in parts, and tells of each part; what was told stays when a later part fails. */
export async function sendUsers(
  http: Http,
  users: readonly NewUser[],
  onPart: (results: readonly ImportResult[]) => void,
): Promise<void> {
  for (let at = 0; at < users.length; at += importLimits.batch) {
    const { results } = await http(importUsersCall, { body: { users: users.slice(at, at + importLimits.batch) } })
    onPart(results)
  }
}
