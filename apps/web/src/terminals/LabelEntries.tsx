import type { UseFormReturnType } from '@mantine/form'
import { useText } from '../platform/texts.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import type { Label } from './entered.ts'

/** Number and code of a box that carries a label. */
export function LabelEntries({ form }: { form: UseFormReturnType<Label> }) {
  const t = useText()
  return (
    <>
      <TextField label={t('terminal.uid')} autoComplete="off" {...form.getInputProps('uid')} />
      <TextField label={t('terminal.labelCode')} autoComplete="off" {...form.getInputProps('claimCode')} />
    </>
  )
}
