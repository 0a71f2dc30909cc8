import { useRef, type FocusEvent } from 'react'
import { withInserted } from '#domain/settings/text-picture.ts'

/**
 * Inserts HTML into a text at the user's last position; at the end where there is none, or the text has changed since.
 */
export function useInsertion(value: string, onChange: (value: string) => void) {
  const caret = useRef({ text: '', at: 0 })
  return {
    onBlur: ({ currentTarget: { value: text, selectionEnd: at } }: FocusEvent<HTMLTextAreaElement>): void => {
      caret.current = { text, at }
    },
    insert: (html: string): void => {
      const { text, at } = caret.current
      onChange(withInserted(value, html, text === value ? at : value.length))
    },
  }
}
