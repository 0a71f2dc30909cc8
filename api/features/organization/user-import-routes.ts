import { csvStream } from '#api/documents/csv-stream.ts'
import { listWorkbookRoutes } from '#api/documents/workbook/list-workbook-routes.ts'
import { userGuidePdf } from '#api/documents/user-guide-pdf.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import { importColumns, importLimits } from '#domain/organization/user-import.ts'
import * as calls from '#sync/calls/user-import.ts'
import { readUserWorkbookCall, userWorkbookTemplateCall } from '#sync/calls/list-workbook.ts'
import { isUserHead } from './read-user-csv.ts'
import { newTypesOf } from './user-changes.ts'
import { userWorkbookColumns } from './user-workbook-columns.ts'
import type { UserDeps } from './user-deps.ts'
import { checkUserFile, importUsers } from './user-import.ts'

/** The import of users from a file: what it would do, doing it part by part, and how one is written (ORG-43, ORG-44). */
export function createUserImportRoutes(deps: UserDeps): readonly DeclaredRoute[] {
  const typesOf = (caller: Session) => inAccount(deps.database, caller.accountId, (tx) => newTypesOf(tx, caller))
  return [
    ...listWorkbookRoutes({
      permission: 'user.write',
      read: readUserWorkbookCall,
      template: userWorkbookTemplateCall,
      name: 'users',
      columns: async (caller) => userWorkbookColumns(await typesOf(caller)),
      isHead: isUserHead,
      lines: importLimits.lines,
      words: 'users',
    }),

    route(
      {
        ...calls.checkUserFileCall,
        permission: 'user.write',
        summary: 'What a file of users would do',
        // A character of a file may take several bytes, and six where JSON writes it as an escape.
        maxBodyBytes: 4 * importLimits.characters,
        refusals: ['USER_FILE_UNREADABLE', 'USER_FILE_HEAD', 'USER_FILE_TOO_LONG', 'ACCESS_THROTTLED'],
      },
      async ({ caller, body }) => {
        const retryAfterSeconds = await deps.throttle.hit({ userFileByUser: caller.userId })
        if (retryAfterSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds })
        return inAccount(deps.database, caller.accountId, (tx) => checkUserFile(tx, caller, body.csv))
      },
    ),

    route(
      {
        ...calls.importUsersCall,
        permission: 'user.write',
        freshProof: true,
        summary: 'Add users of a file, some at a time',
      },
      async ({ caller, body }) => succeed({ results: [...(await importUsers(deps, caller, body.users))] }),
    ),

    route(
      {
        ...calls.userImportGuideCall,
        permission: 'user.write',
        summary: 'How a file of users is written, as PDF',
        fileTypes: ['application/pdf'],
      },
      async ({ caller, query }) =>
        succeed(
          new Response(await userGuidePdf(query.language, await typesOf(caller)), {
            headers: {
              'content-type': 'application/pdf',
              'content-disposition': `inline; filename="users-${query.language}.pdf"`,
              // Who signs in next on this device may give other roles.
              'cache-control': 'private, no-cache',
            },
          }),
        ),
    ),

    route(
      {
        ...calls.userImportTemplateCall,
        permission: 'user.write',
        summary: 'A file of users with its columns alone, as CSV',
        fileTypes: ['text/csv; charset=utf-8'],
      },
      async () => {
        const head = importColumns.map((column) => [column, () => null] as const)
        return succeed(
          new Response(csvStream(none(), head, 'fr-FR'), {
            headers: {
              'content-type': 'text/csv; charset=utf-8',
              'content-disposition': 'attachment; filename="users.csv"',
              'cache-control': 'private, max-age=3600',
            },
          }),
        )
      },
    ),
  ]
}

// The template has no lines.
async function* none(): AsyncGenerator<readonly never[]> {}
