import { useState } from 'react';
import { sentenceOf } from '../../components/messages/messages.tsx';

export interface Work<What extends string> {
  /** What is being done now. */
  busy: What | null;
  /** Why the last one failed, as a sentence; '' where it did not. */
  failure: string;
  /** Does one thing at a time, and keeps its failure. @returns whether it went well */
  begin: (what: What, work: () => Promise<void>) => Promise<boolean>;
}

/** One of some things that a form can do, with its failure said beside the button. */
export function useWork<What extends string>(): Work<What> {
  const [busy, setBusy] = useState<What | null>(null);
  const [failure, setFailure] = useState('');
  const begin = async (what: What, work: () => Promise<void>): Promise<boolean> => {
    setBusy(what);
    setFailure('');
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(sentenceOf(error, 'That did not work. Try again in a moment.'));
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { busy, failure, begin };
}
