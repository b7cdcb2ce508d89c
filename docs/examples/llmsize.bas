' SPDX-License-Identifier: Apache-2.0
' Answers the rows of a spreadsheet's first sheet with llmsize, and links the answers to a sheet of their own.
Option Explicit

' Commas, quotes, UTF-8, from the first line; cells as they are stored, not as they look.
Const CsvOptions = "44,34,76,1,,0,false,false,false"
Const CsvFilter = "Text - txt - csv (StarCalc)"

' For a menu or a button: the spreadsheet in front, which has been saved before.
Sub AnswerRows
	AnswerRowsOf(ThisComponent)
End Sub

' For scripts: soffice --headless 'macro:///Standard.llmsize.AnswerFile("/path/lots.xlsx")'
Sub AnswerFile(sPath As String)
	Dim oBook As Object
	Dim aHidden(0) As New com.sun.star.beans.PropertyValue
	aHidden(0).Name = "Hidden"
	aHidden(0).Value = True
	oBook = StarDesktop.loadComponentFromURL(ConvertToURL(sPath), "_blank", 0, aHidden())
	AnswerRowsOf(oBook)
	oBook.store()
	oBook.close(True)
End Sub

' Beside BOOK come BOOK.rows.csv and BOOK.answers.csv.
Sub AnswerRowsOf(oBook As Object)
	Dim sRows As String, sAnswers As String, sLine As String
	Dim oSheet As Object
	Dim aOptions(1) As New com.sun.star.beans.PropertyValue
	sRows = oBook.URL & ".rows.csv"
	sAnswers = oBook.URL & ".answers.csv"
	aOptions(0).Name = "FilterName"
	aOptions(0).Value = CsvFilter
	aOptions(1).Name = "FilterOptions"
	aOptions(1).Value = CsvOptions
	oBook.storeToURL(sRows, aOptions())
	sLine = "run """ & ConvertFromURL(sRows) & """ -o """ & ConvertFromURL(sAnswers) & """ --force --keep-going --quiet"
	Shell("llmsize", 0, sLine, True)
	If Not oBook.Sheets.hasByName("Answers") Then oBook.Sheets.insertNewByName("Answers", oBook.Sheets.Count)
	oSheet = oBook.Sheets.getByName("Answers")
	' Other formats than ODS keep no links; the next run replaces the sheet anyway.
	oSheet.link(sAnswers, "", CsvFilter, CsvOptions, com.sun.star.sheet.SheetLinkMode.VALUE)
	If LCase(Right(oBook.URL, 4)) <> ".ods" Then oSheet.setLinkMode(com.sun.star.sheet.SheetLinkMode.NONE)
End Sub
