import { newId } from '#shared/model/new-id.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf } from '../messages/messages.tsx';
import { contentOf, refusalOf, UNREADABLE } from './chosen-file.ts';
import { proposedKinds, type DocumentKind } from './document-kind.ts';
import type { DocumentOwner } from './documented.ts';

/** A file on its way to be a document. */
export interface AttachedFile {
  /** That of the document: a call that is repeated adds nothing twice. */
  id: string;
  file: File;
  kind: DocumentKind;
  /**
   * `looking` while it is read for the first time; `refused` for good, `failed` until it is tried again; `sending` while the
   * desk takes it.
   */
  state: 'looking' | 'ready' | 'refused' | 'sending' | 'failed' | 'kept';
  /** Why it is refused or failed, or what is to be known of one that is kept. */
  sentence: string | null;
  /** Takes it back. */
  set: string | null;
}

interface Attaching {
  files: readonly AttachedFile[];
  busy: boolean;
  setKind: (id: string, kind: DocumentKind) => void;
  leaveOut: (id: string) => void;
  more: (files: readonly File[]) => void;
  /** Keeps one after the other all that are not refused. Resolves to how things stand then, with what was added meanwhile. */
  attach: () => Promise<readonly AttachedFile[]>;
}

/** Chosen files with their kinds; each is judged, and kept, by itself: a bad one holds no other up. */
export function useAttaching(owner: DocumentOwner, given: readonly File[], hasCv: boolean): Attaching {
  const [files, setFiles] = useState<readonly AttachedFile[]>(() => enter(given, hasCv));
  const [busy, setBusy] = useState(false);
  /** The files as they are now: while some are attached, others are dropped. */
  const present = useRef(files);
  /** Done when each has been read for the first time. */
  const looking = useRef<Promise<unknown>>(Promise.resolve());

  function enter(chosen: readonly File[], has: boolean): AttachedFile[] {
    const kinds = proposedKinds(
      chosen.map(({ name }) => name),
      { entity: owner.entity, hasCv: has },
    );
    return chosen.map((file, at) => ({
      id: newId(),
      file,
      kind: kinds[at] ?? 'Other',
      state: 'looking',
      sentence: null,
      set: null,
    }));
  }
  const become = (now: readonly AttachedFile[]): void => {
    present.current = now;
    setFiles(now);
  };
  const put = (id: string, change: Partial<AttachedFile>): void =>
    become(present.current.map((each) => (each.id === id ? { ...each, ...change } : each)));

  const look = (entered: readonly AttachedFile[]): void => {
    const looks = entered.map(async ({ id, file }) => {
      const sentence = await refusalOf(file);
      put(id, { state: sentence === null ? 'ready' : 'refused', sentence });
    });
    looking.current = Promise.all([looking.current, ...looks]);
  };
  const lookAtGiven = useEffectEvent(() => look(files));
  useEffect(() => lookAtGiven(), []);

  const attach = async (): Promise<readonly AttachedFile[]> => {
    setBusy(true);
    await looking.current;
    for (const { id, file, kind, state } of present.current) {
      if (state !== 'ready' && state !== 'failed') continue;
      put(id, { state: 'sending', sentence: null });
      try {
        const about = { entity: owner.entity, id: owner.id };
        const content = await contentOf(file);
        const { set, problem } = await bridge.call('documents.add', { id, about, kind, ...content });
        put(id, { state: 'kept', sentence: problem, set });
      } catch (error) {
        put(id, { state: 'failed', sentence: sentenceOf(error, UNREADABLE) });
      }
    }
    setBusy(false);
    return present.current;
  };

  return {
    files,
    busy,
    setKind: (id, kind) => put(id, { kind }),
    leaveOut: (id) => become(present.current.filter((each) => each.id !== id)),
    more: (chosen) => {
      const entered = enter(chosen, hasCv || present.current.some(({ kind }) => kind === 'CV'));
      become([...present.current, ...entered]);
      look(entered);
    },
    attach,
  };
}
