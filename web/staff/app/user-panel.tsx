import { Avatar, Divider, Drawer, Group, Stack, Text } from '@mantine/core'
import { IconDialpad, IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { initialsOf } from '#web/lib/initials.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { organizationLabel } from './organization-label.ts'
import { LanguageSelect } from './language-select.tsx'
import { SessionSwitch } from './session-switch.tsx'
import { SignOutButton } from './sign-out-button.tsx'

/** Who is signed in, and what they may change of it. */
export function UserPanel({
  opened,
  floor,
  onClose,
}: {
  readonly opened: boolean
  readonly floor: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation('shell')
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      // Its button takes the focus back: a drawer that is mounted open does not know where it was.
      returnFocus={false}
      position="right"
      size={360}
      title={t(($) => $.user.title)}
      closeButtonProps={{ 'aria-label': t(($) => $.user.close), size: floor ? 60 : 'xl' }}
    >
      <PanelContent floor={floor} onClose={onClose} />
    </Drawer>
  )
}

function PanelContent({ floor, onClose }: { readonly floor: boolean; readonly onClose: () => void }) {
  const size = floor ? 'xl' : 'lg'
  const { t } = useTranslation('shell')
  const types = useTranslation('organization')
  const user = useSignedInUser()
  return (
    <Stack gap="md">
      <Group wrap="nowrap" align="flex-start">
        <Avatar color="brand" radius="xl" size={56} alt="">
          {initialsOf(user.firstname, user.lastname)}
        </Avatar>
        <div>
          <Text fw={650}>{`${user.firstname} ${user.lastname}`}</Text>
          <Text size="sm">{types.t(($) => $.userTypes[user.userType])}</Text>
          <OrganizationName />
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {user.email}
          </Text>
        </div>
      </Group>
      <Divider />
      <SessionSwitch size={size} />
      <LanguageSelect size={size} />
      <Divider />
      <ButtonLink
        to="/account/password"
        variant="default"
        size={size}
        leftSection={<IconKey size={20} aria-hidden />}
        onClick={onClose}
      >
        {t(($) => $.user.changePassword)}
      </ButtonLink>
      {(user.offline?.days ?? 0) > 0 ? (
        <ButtonLink
          to="/account/pin"
          variant="default"
          size={size}
          leftSection={<IconDialpad size={20} aria-hidden />}
          onClick={onClose}
        >
          {t(($) => $.user.pin)}
        </ButtonLink>
      ) : null}
      <SignOutButton floor={floor} />
    </Stack>
  )
}

function OrganizationName() {
  const { t } = useTranslation('shell')
  const label = organizationLabel(useSignedInUser())
  return <Text size="sm">{'name' in label ? label.name : t(($) => $.user[label.text])}</Text>
}
