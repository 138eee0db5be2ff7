import { Button } from '@mantine/core'
import { useText } from '../../platform/texts.tsx'
import { useAbout } from './about.ts'
import { lackWords } from './words.ts'

/** Why there is nothing to choose; where another house has some, the way to them. */
export function Lack() {
  const t = useText()
  const { lack, toShowAll, engine } = useAbout()
  return (
    <>
      {lackWords({ lack, toShowAll, engine }, t)}
      {lack === undefined && toShowAll && (
        <>
          {' '}
          <Button size="compact-xs" variant="default" onClick={toShowAll}>
            {t('rule.showAll')}
          </Button>
        </>
      )}
    </>
  )
}
