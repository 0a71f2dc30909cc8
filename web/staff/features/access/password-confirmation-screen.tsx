import { Button, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Says that the password has been set (AUTH-17). */
export function PasswordConfirmationScreen() {
  const { t } = useTranslation('access')
  return (
    <Stack gap="md" role="status">
      <Title order={1} size="h2">
        {t(($) => $.confirmation.title)}
      </Title>
      <Text>{t(($) => $.confirmation.text)}</Text>
      <Button component={Link} to="/login" size="lg" fullWidth>
        {t(($) => $.login.submit)}
      </Button>
    </Stack>
  )
}
