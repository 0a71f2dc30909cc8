import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { readPasswordLinkCall } from '#sync/calls/access.ts'
import { codeText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { PageHeading } from '#web/staff/ui/page.tsx'
import { BackToLogin, Problem } from './auth-form.tsx'

/** Opens a link of the renewal mail: a live one goes on to the new password (AUTH-17 to AUTH-19). */
export function RenewScreen({ token }: { readonly token: string }) {
  const { t, i18n } = useTranslation('access')
  const http = useHttp()
  const link = useQuery({
    queryKey: ['access', 'password-link', token],
    queryFn: ({ signal }) => http(readPasswordLinkCall, { params: { token }, signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  if (link.isSuccess) return <Navigate to="/new/password" search={{ token }} replace />
  return (
    <Stack gap="md">
      <PageHeading title={t(($) => $.renew.title)} />
      {link.isError ? (
        <>
          <Problem
            text={
              (link.error instanceof CallError ? codeText(i18n, link.error.code) : null) ?? t(($) => $.renew.invalid)
            }
          />
          <BackToLogin />
        </>
      ) : (
        <Skeleton height={56} role="status" aria-label={t(($) => $.renew.checking)} />
      )}
    </Stack>
  )
}
