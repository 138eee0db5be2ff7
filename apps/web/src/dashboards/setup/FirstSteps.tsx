import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import type { Step } from './useFirstSteps.ts'

/** Set-up steps of a new platform, with the next one highlighted. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const t = useText()
  const go = useGo()
  const next = steps.find(step => !step.done)
  return (
    <div className="first-steps">
      <h2>{t('dashboard.first')}</h2>
      <p>{t('dashboard.firstHint')}</p>
      <ol>
        {steps.map(step => (
          <li key={step.word} className={step.done ? 'done' : undefined}>
            {step.done ? <IconCircleCheck size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
            {step === next ? <Button onClick={() => go(step.href)}>{t(step.word)}</Button> : <span>{t(step.word)}</span>}
            {step.done && <span className="vh">{t('dashboard.first.done')}</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}
