import { Button } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { Form } from './Form.tsx'
import { useAskToDiscard } from './useAskToDiscard.ts'

/** Page in edit mode: its head with cancel and save, and the form fields. */
export function EditForm({
  head,
  dirty,
  busy,
  save,
  leave,
  formRef,
  children,
}: {
  /** Renders the page head around these actions. */
  head: (actions: ReactNode) => ReactNode
  /** Whether there are unsaved changes: cancel asks first. */
  dirty: boolean
  busy: boolean
  save: () => Promise<unknown>
  leave: () => void
  formRef: RefObject<HTMLFormElement | null>
  children: ReactNode
}) {
  const t = useText()
  const ask = useAskToDiscard()
  const cancel = async () => {
    if (!dirty || (await ask())) leave()
  }
  return (
    <Form of={formRef} onSubmit={() => void save()}>
      {head(
        <>
          <Button variant="default" onClick={() => void cancel()}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" data-busy={busy || undefined}>
            {t('ui.save')}
          </Button>
        </>,
      )}
      {children}
    </Form>
  )
}
