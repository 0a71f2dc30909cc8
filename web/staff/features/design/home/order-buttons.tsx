import { ActionIcon, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** The ways of a member of an ordered list: up, down and out. */
export function OrderButtons(props: {
  /** What is moved, in words. */
  readonly what: string
  readonly at: number
  readonly count: number
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
}) {
  const { t } = useTranslation('branding')
  const { what, at, count, onMove, onRemove } = props
  const button = (Icon: TablerIcon, label: string, isOff: boolean, onClick: () => void) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  )
  return (
    <Group gap={4} wrap="nowrap">
      {button(
        IconArrowUp,
        t(($) => $.home.up, { what }),
        at === 0,
        () => onMove(at - 1),
      )}
      {button(
        IconArrowDown,
        t(($) => $.home.down, { what }),
        at === count - 1,
        () => onMove(at + 1),
      )}
      {button(
        IconTrash,
        t(($) => $.home.remove, { what }),
        false,
        onRemove,
      )}
    </Group>
  )
}
