import { Button, Select, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { circuitKey } from '#web/lib/circuit-key.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { ActionDialog } from '#web/staff/ui/action-dialog.tsx'
import { onlyOf } from '#web/staff/ui/form/only-choice.ts'
import { CallProblem } from './circuit-call-problem.tsx'

interface AddProps<Type extends string> {
  /** What is added: the words of the button and the title of its dialog. */
  readonly label: string
  readonly nameLabel: string
  readonly types: readonly { readonly value: Type; readonly label: string }[]
  readonly add: (type: Type, name: string) => Promise<{ readonly id: string }>
  readonly open: (made: { readonly id: string }) => void
}

/** Adds a circuit, a shipping method or a payment mode: type and name first, and the rest in its own form. */
export function AddButton<Type extends string>(props: AddProps<Type>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button id="field-add" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {props.label}
      </Button>
      {isOpen && <AddDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function AddDialog<Type extends string>(props: AddProps<Type> & { readonly onClose: () => void }) {
  const { types, label, nameLabel, onClose } = props
  const { t } = useTranslation('circuit')
  const queries = useQueryClient()
  const [type, setType] = useState<Type | null>(() => onlyOf(types)?.value ?? null)
  const [name, setName] = useState('')
  const [isAsked, setAsked] = useState(false)
  const adding = useSingleMutation({
    mutationFn: (chosen: Type) => props.add(chosen, name.trim()),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: circuitKey, refetchType: 'none' })
      props.open(made)
    },
    onError: () => undefined,
  })
  const isNameShort = name.trim().length < 2
  const confirm = (): void => {
    setAsked(true)
    if (type !== null && !isNameShort) adding.mutate(type)
  }
  return (
    <ActionDialog
      title={label}
      confirmLabel={t(($) => $.add.confirm)}
      isDestructive={false}
      isPending={adding.isPending}
      problem={null}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Select
        size="md"
        label={t(($) => $.add.type)}
        description={t(($) => $.add.typeText)}
        withAsterisk
        data={[...types]}
        value={type}
        error={isAsked && type === null && t(($) => $.add.typeMissing)}
        comboboxProps={{ withinPortal: true }}
        onChange={(value) => setType(types.find((one) => one.value === value)?.value ?? null)}
      />
      <TextInput
        size="md"
        label={nameLabel}
        withAsterisk
        maxLength={textLimits.name}
        value={name}
        error={isAsked && isNameShort && t(($) => $.add.nameMissing)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <CallProblem error={adding.error} onReload={onClose} />
    </ActionDialog>
  )
}
