import { Alert } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** What a dialog is opened for: an action on one row. */
interface Asked<Action, Row> {
  readonly action: Action
  readonly row: Row
}

interface RowDialog<Action, Row> {
  /** Opens the dialog of an action for a row. */
  readonly ask: (action: Action) => (row: Row) => void
  readonly dialog: ReactNode
  /** What the last dialog has done, until it is closed. */
  readonly outcome: ReactNode
}

/** The dialog that an action on a row of a list opens, and what it has done; `draw` draws it. */
export function useRowDialog<Action, Row>(
  draw: (
    asked: Asked<Action, Row> & { readonly onClose: () => void; readonly onDone: (text: string) => void },
  ) => ReactNode,
): RowDialog<Action, Row> {
  const { t } = useTranslation('common')
  const [asked, setAsked] = useState<Asked<Action, Row> | null>(null)
  const [outcome, setOutcome] = useState<string | null>(null)
  return {
    ask: (action) => (row) => setAsked({ action, row }),
    dialog:
      asked === null
        ? null
        : draw({
            ...asked,
            onClose: () => setAsked(null),
            onDone(text) {
              setAsked(null)
              setOutcome(text)
            },
          }),
    outcome:
      outcome === null ? null : (
        <Alert
          color="green"
          role="status"
          mb="md"
          withCloseButton
          closeButtonLabel={t(($) => $.action.close)}
          onClose={() => setOutcome(null)}
        >
          {outcome}
        </Alert>
      ),
  }
}
