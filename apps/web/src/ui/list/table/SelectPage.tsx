import { Checkbox, type CheckboxProps } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useText } from '../../../platform/texts.tsx'
import type { Selection } from './columns.ts'
import { toggled } from './selection.ts'

/** All of a page at once; in words where there is room for them. */
export function PickAll({
  rows,
  selection: { chosen, choose },
  worded = false,
  ...props
}: CheckboxProps & { rows: readonly { readonly id: string }[]; selection: Selection; worded?: boolean }) {
  const t = useText()
  const ids = rows.map(row => row.id)
  const picked = ids.filter(id => chosen.has(id)).length
  const all = ids.length > 0 && picked === ids.length
  const name = t('list.selectAll')
  return (
    <Checkbox
      {...props}
      checked={all}
      indeterminate={picked > 0 && !all}
      onChange={() => choose(toggled(chosen, ids, !all))}
      {...(worded ? { label: name } : { 'aria-label': name })}
    />
  )
}
