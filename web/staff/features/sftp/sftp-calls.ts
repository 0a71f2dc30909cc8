import { queryOptions } from '@tanstack/react-query'
import { readSftpAccessCall } from '#sync/calls/sftp.ts'
import type { Http } from '#web/lib/http.ts'

/** What the query of the access begins with. */
export const sftpKey = ['sftp-access'] as const

/** SFTP access of the account viewed. */
export function sftpQuery(http: Http) {
  return queryOptions({
    queryKey: sftpKey,
    queryFn: ({ signal }) => http(readSftpAccessCall, { signal }),
    retry: false,
  })
}
