import type { TextKey, TextValues } from '@steading/locales/text'
import { Fragment, type ReactNode, createElement } from 'react'
import { useText } from '../platform/texts.tsx'

const bold = (inner: ReactNode[]) => createElement('b', { className: 'num' }, ...inner)

/** A text whose `<b>` parts are bold: its figures, most often. */
export function Bold({ text, values }: { text: TextKey; values: TextValues }) {
  const t = useText()
  return createElement(Fragment, null, ...t.parts<ReactNode>(text, { ...values, b: bold }))
}
