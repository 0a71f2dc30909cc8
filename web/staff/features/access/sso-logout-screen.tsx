import { Loader, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignOut } from './use-sign-out.ts'

/** Where an identity provider sends its users after their sign-out there (AUTH-06). */
export function SsoLogoutScreen() {
  const { t } = useTranslation('access')
  const { run } = useSignOut()
  const signOut = useEffectEvent(() => void run({ local: true }))
  useEffect(() => signOut(), [])
  return (
    <Stack align="center" role="status">
      <Loader />
      <Text>{t(($) => $.signingOut)}</Text>
    </Stack>
  )
}
