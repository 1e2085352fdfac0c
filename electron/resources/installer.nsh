; What the Windows installer does beside its usual work (docs/operations.md, "Thirty PCs"): a roll-out says once which server
; the PCs join, by /JOIN=CODE or /SERVER=ADDRESS, or by a placement-desk.ini that lies beside the installer.

!include FileFunc.nsh

!macro customInstall
  ${GetParameters} $R0

  ClearErrors
  ${GetOptions} $R0 "/JOIN=" $R1
  ${IfNot} ${Errors}
    WriteINIStr "$INSTDIR\placement-desk.ini" "office" "join" "$R1"
  ${EndIf}

  ClearErrors
  ${GetOptions} $R0 "/SERVER=" $R1
  ${IfNot} ${Errors}
    WriteINIStr "$INSTDIR\placement-desk.ini" "office" "server" "$R1"
  ${EndIf}

  ${If} ${FileExists} "$EXEDIR\placement-desk.ini"
    CopyFiles /SILENT "$EXEDIR\placement-desk.ini" "$INSTDIR\placement-desk.ini"
    ; Beside an installer that was downloaded anybody's page can have laid one: whoever installs by hand is asked.
    ${IfNot} ${Silent}
      WriteINIStr "$INSTDIR\placement-desk.ini" "office" "ask" "yes"
    ${EndIf}
  ${EndIf}
  ClearErrors
!macroend

!macro customUnInstall
  ${IfNot} ${isUpdated}
    Delete "$INSTDIR\placement-desk.ini"
  ${EndIf}
!macroend
