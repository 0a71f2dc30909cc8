import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageHeading } from '#web/staff/ui/page.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'

/** Says that the password has been set (AUTH-17). */
export function PasswordConfirmationScreen() {
  const { t } = useTranslation('access')
  return (
    <Stack gap="md" role="status">
      <PageHeading title={t(($) => $.confirmation.title)} />
      <Text>{t(($) => $.confirmation.text)}</Text>
      <ButtonLink to="/login" size="lg" fullWidth>
        {t(($) => $.login.submit)}
      </ButtonLink>
    </Stack>
  )
}
