import type { UseFormReturnType } from '@mantine/form'
import { useText } from '../../platform/texts.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import type { Label } from './terminalForm.ts'

/** Serial number and claim code of a terminal with a printed label. */
export function LabelEntries({ form }: { form: UseFormReturnType<Label> }) {
  const t = useText()
  return (
    <>
      <TextField label={t('terminal.uid')} autoComplete="off" {...form.getInputProps('uid')} />
      <TextField label={t('terminal.labelCode')} autoComplete="off" {...form.getInputProps('claimCode')} />
    </>
  )
}
