import { ActionIcon, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash, type TablerIcon } from '@tabler/icons-react'

/** The ways of a member of an ordered list: up, down and out. */
export function OrderButtons(props: {
  readonly className?: string | undefined
  /** What each button does, with the name of the member. */
  readonly labels: { readonly up: string; readonly down: string; readonly remove: string }
  /** Its place from 0, and how many there are. */
  readonly at: number
  readonly count: number
  readonly mayRemove?: boolean
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
}) {
  const { labels, at, count, mayRemove = true, onMove, onRemove } = props
  return (
    <Group gap={4} wrap="nowrap" align="flex-start" className={props.className ?? ''}>
      <RowButton icon={IconArrowUp} label={labels.up} isOff={at === 0} onClick={() => onMove(at - 1)} />
      <RowButton icon={IconArrowDown} label={labels.down} isOff={at === count - 1} onClick={() => onMove(at + 1)} />
      <RowButton icon={IconTrash} label={labels.remove} isOff={!mayRemove} onClick={onRemove} />
    </Group>
  )
}

function RowButton(props: {
  readonly icon: TablerIcon
  readonly label: string
  readonly isOff: boolean
  readonly onClick: () => void
}) {
  const { icon: Icon, label, isOff, onClick } = props
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onClick}
    >
      <Icon size={20} stroke={1.5} aria-hidden />
    </ActionIcon>
  )
}
